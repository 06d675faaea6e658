/** Where a connection really comes from: by its socket address and proxy headers, independent of WINNOW_TRUST_PROXY. */
import type { IncomingHttpHeaders } from "node:http";
import ipaddr from "ipaddr.js";

/** Headers that only proxies add. */
const FORWARDED =
  /^(forwarded|via|x-forwarded.*|x-original-.*|x-real-ip|x-client-ip|x-cluster-client-ip|true-client-ip|(cf|fly|x-amzn|x-envoy)-.*)$/;
const PRIVATE = ["loopback", "private", "uniqueLocal", "linkLocal"];

export const cameThroughProxy = (headers: IncomingHttpHeaders): boolean => Object.keys(headers).some((name) => FORWARDED.test(name));

export const isLoopback = (address: string | undefined): boolean => rangeOf(address) === "loopback";

/** An address of this machine or of a private network. */
export const isPrivate = (address: string | undefined): boolean => PRIVATE.includes(rangeOf(address));

const rangeOf = (address = ""): string => (ipaddr.isValid(address) ? ipaddr.process(address).range() : "none");
