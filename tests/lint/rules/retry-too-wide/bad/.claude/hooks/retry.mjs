import { readFileSync } from "node:fs";

const input = JSON.parse(readFileSync(0, "utf8"));
const safe = /^(ls|cat|git status)\b/.test(input.tool_input.command);
console.log(JSON.stringify({ hookSpecificOutput: { hookEventName: "PermissionDenied", retry: safe } }));
