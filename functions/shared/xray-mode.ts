/**
 * Where X-Ray is not, its SDK need not follow every promise through async hooks, which takes a busy function 7% more
 * processor time. It reads this when it is loaded: import this file before it.
 */
if (process.env.AWS_XRAY_DAEMON_ADDRESS === undefined) process.env.AWS_XRAY_MANUAL_MODE = 'true';
