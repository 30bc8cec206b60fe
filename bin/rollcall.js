#!/usr/bin/env node
import { load } from './load.js';

// What the SDK says about coming versions of Node is for who develops this, not for who runs it.
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
await load('bin/rollcall.ts');
