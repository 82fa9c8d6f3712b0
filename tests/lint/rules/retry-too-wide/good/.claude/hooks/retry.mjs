import { readFileSync } from "node:fs";

const input = JSON.parse(readFileSync(0, "utf8"));
const safe = ["Read", "Glob", "Grep"].includes(input.tool_name);
console.log(JSON.stringify({ hookSpecificOutput: { hookEventName: "PermissionDenied", retry: safe } }));
