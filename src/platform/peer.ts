/** Who is at the other end of a connection: what its address and the headers of a request tell, whatever proxy is trusted otherwise. */
import type { IncomingHttpHeaders } from "node:http";
import ipaddr from "ipaddr.js";

/** Headers that only a proxy sends. */
const FORWARDED =
  /^(forwarded|via|x-forwarded.*|x-original-.*|x-real-ip|x-client-ip|x-cluster-client-ip|true-client-ip|(cf|fly|x-amzn|x-envoy)-.*)$/;
const PRIVATE = ["loopback", "private", "uniqueLocal", "linkLocal"];

export const cameThroughProxy = (headers: IncomingHttpHeaders): boolean => Object.keys(headers).some((name) => FORWARDED.test(name));

export const isLoopback = (address: string | undefined): boolean => rangeOf(address) === "loopback";

/** Of this machine, or of a network that is not the internet. */
export const isPrivate = (address: string | undefined): boolean => PRIVATE.includes(rangeOf(address));

const rangeOf = (address = ""): string => (ipaddr.isValid(address) ? ipaddr.process(address).range() : "none");
