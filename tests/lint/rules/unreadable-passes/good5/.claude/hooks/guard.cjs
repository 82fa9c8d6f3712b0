const fs = require("fs");
function load() {
  try {
    return JSON.parse(fs.readFileSync(0, "utf8"));
  } catch {
    return {};
  }
}
const data = load();
if (!data.tool_input) {
  console.error("The call can't be read: tell the person.");
  process.exit(2);
}
if ((data.tool_input?.command || "").includes("--force")) {
  console.error("Push without --force, to a new branch.");
  process.exit(2);
}
