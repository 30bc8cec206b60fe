#!/usr/bin/env node
// The installed command: plain Node, with TypeScript loaded as it is.
import { register } from 'tsx/esm/api';

// What the SDK says about coming versions of Node is for who develops this, not for who runs it.
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
register();
await import('../src/command-line/main.ts');
