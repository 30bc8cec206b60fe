/** The name in a Host header, in lower case, without its port and without the final dot of a full name. */
export const hostName = (host: string): string => host.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '');
