// Lets the addresses of cells lead to this machine, as their records in the DNS would. Programs that a test starts load it with
// --import.
import dns from 'node:dns';

const { lookup } = dns;
const isOurs = (name) => typeof name === 'string' && name.endsWith('.cells.test');

dns.lookup = (name, ...others) => lookup(isOurs(name) ? '127.0.0.1' : name, ...others);
