import { lookup } from "node:dns";
import type { LookupAddress } from "node:dns";
import { BlockList, isIP } from "node:net";
import type { LookupFunction } from "node:net";

/** Networks that are no part of the internet: nobody's browser is reached there, and much of ours is. */
const PRIVATE = new BlockList();
for (const [network, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const)
  PRIVATE.addSubnet(network, bits, "ipv4");

/** 2000::/3 is what is given out of IPv6; of it, ways to IPv4 and examples are left out. */
const GIVEN_OUT = new BlockList();
GIVEN_OUT.addSubnet("2000::", 3, "ipv6");
const NOT_OF_IT = new BlockList();
for (const [network, bits] of [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
] as const)
  NOT_OF_IT.addSubnet(network, bits, "ipv6");

export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !PRIVATE.check(address, "ipv4");
  return version === 6 && GIVEN_OUT.check(address, "ipv6") && !NOT_OF_IT.check(address, "ipv6");
}

export class NotPublic extends Error {
  constructor(host: string) {
    super(`${host} is not on the internet.`);
  }
}

/** Whether an address names a host of the internet, or a name, of which only connecting tells what it stands for. */
export function isPublicHost({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/g, "");
  return isIP(host) === 0 || isPublicAddress(host);
}

export type Resolve = typeof lookup;

/**
 * What a name stands for is looked at in the moment of connecting: a name may stand for something else a second later.
 */
export const publicLookupBy =
  (resolve: Resolve): LookupFunction =>
  (host, options, callback) =>
    resolve(host, { ...options, all: true }, (error, found: LookupAddress[]) => {
      if (error) return callback(error, "");
      const [first] = found;
      if (first === undefined || !found.every(({ address }) => isPublicAddress(address)))
        return callback(new NotPublic(host), "");
      if (options.all) return callback(null, found);
      callback(null, first.address, first.family);
    });

export const publicLookup = publicLookupBy(lookup);
