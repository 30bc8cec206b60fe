import { format } from 'node:util';
import { loggedError } from './errors.mjs';

const LEVELS = ['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL'];
const METHODS = {
  trace: 'TRACE',
  debug: 'DEBUG',
  log: 'INFO',
  info: 'INFO',
  warn: 'WARN',
  error: 'ERROR',
  fatal: 'FATAL',
};

/**
 * Sends what the handler writes to the local cloud, one message a log event, at once: a handler that blocks or dies
 * right after has still logged it. `console` writes as AWS's runtime does; raw writes are split into lines.
 */
export function captureOutput(post, { format: logFormat, level }) {
  let requestId;
  const rests = { stdout: '', stderr: '' };
  const emit = (message) => post({ type: 'log', timestamp: Date.now(), message });

  for (const name of ['stdout', 'stderr']) {
    process[name].write = (chunk, encoding, callback) => {
      const text = typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8');
      const lines = (rests[name] + text).split('\n');
      rests[name] = lines.pop();
      for (const line of lines) if (line !== '') emit(line);
      const done = typeof encoding === 'function' ? encoding : callback;
      if (done) process.nextTick(done);
      return true;
    };
  }

  const write = (name, args) => {
    if (logFormat === 'JSON') {
      if (LEVELS.indexOf(name) >= LEVELS.indexOf(level)) emit(jsonLine(name, requestId, args));
    } else {
      emit(`${new Date().toISOString()}\t${requestId}\t${name}\t${format(...args)}`);
    }
  };
  for (const [method, name] of Object.entries(METHODS)) console[method] = (...args) => write(name, args);

  return {
    begin(id) {
      requestId = id;
    },
    error: (title, error) =>
      write('ERROR', [logFormat === 'JSON' ? error : `${title} \t${safeJson(loggedError(error))}`]),
    /** A line without an end is a log event once the invocation is over. */
    flush() {
      for (const name of ['stdout', 'stderr']) {
        if (rests[name] !== '') emit(rests[name]);
        rests[name] = '';
      }
    },
  };
}

function jsonLine(level, requestId, args) {
  const line = { timestamp: new Date().toISOString(), level, ...(requestId && { requestId }) };
  const error = args.find((arg) => arg instanceof Error);
  if (args.length === 1 && !error) return safeJson({ ...line, message: args[0] });
  const { errorType, errorMessage, stack } = error ? loggedError(error) : {};
  return safeJson({
    ...line,
    message: error && args.length === 1 ? errorMessage : format(...args),
    ...(error && { errorType, errorMessage, stackTrace: stack }),
  });
}

function safeJson(value) {
  try {
    return JSON.stringify(value);
  } catch {
    return JSON.stringify({ message: format(value) });
  }
}
