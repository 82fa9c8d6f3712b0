import { appendFileSync, readFileSync } from 'node:fs';

function note(text) {
  try {
    appendFileSync('.claude/guard.log', text + '\n');
  } catch {
    // a log that can't be written changes no decision
  }
}

try {
  const call = JSON.parse(readFileSync(0, 'utf8'));
  const command = call.tool_input.command;
  note(command);
  if (command.includes('push --force')) {
    console.error('Force pushes are held back: push to a new branch instead.');
    process.exit(2);
  }
  if (command.includes('push')) {
    console.log(JSON.stringify({ systemMessage: 'A push was looked at.' }));
  }
  process.exit(0);
} catch {
  console.error("The guard broke: tell the person.");
  process.exit(2);
}
