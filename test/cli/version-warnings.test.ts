import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it('the command shows nobody what libraries say about coming versions of Node', () => {
  const { AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: _, ...env } = process.env;
  const command = join(import.meta.dirname, '../../bin/rollcall.js');
  // It makes clients, and fails for want of credentials.
  const { status, stderr } = spawnSync(process.execPath, [command, 'runs', '--aws', '--region', 'us-east-1'], {
    encoding: 'utf8',
    env: { ...env, HOME: '/nowhere', AWS_EC2_METADATA_DISABLED: 'true', AWS_ACCESS_KEY_ID: '', AWS_PROFILE: '' },
  });
  expect(status).not.toBe(0);
  expect(stderr).not.toMatch(/Warning|require node/);
});
