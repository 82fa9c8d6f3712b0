const call = JSON.parse(require("fs").readFileSync(0, "utf8"));
if (call.tool_input.command.includes("push --force")) {
  console.error("Force-pushing rewrites shared history. Push a new branch instead.");
  process.exit(1);
}
