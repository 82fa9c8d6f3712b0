import { readFileSync } from "node:fs";

const input = JSON.parse(readFileSync(0, "utf8"));
if (input.tool_input.command.includes("push --force")) {
  console.error("Push to a new branch instead.");
  process.exit(2);
}
