import { readFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';

let call;
try {
  call = JSON.parse(readFileSync(0, 'utf8'));
} catch {
  console.error("The call can't be read: tell the person.");
  process.exit(2);
}
if (/git\s+commit/.test(call.tool_input?.command ?? '')) {
  const { stdout, status } = spawnSync('npm', ['run', '--silent', 'verdict'], { encoding: 'utf8' });
  let result = {};
  try {
    result = JSON.parse(stdout.trim());
  } catch {
    if (status === 0) process.exit(0);
    console.error('The build gave no verdict: run `npm run verdict` and mend it first.');
    process.exit(2);
  }
  if (result.success === null) process.exit(0);
  if (result.success === false) {
    console.error('The build fails: mend it, then commit.');
    process.exit(2);
  }
}
