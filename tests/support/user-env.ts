/** The environment of somebody who has Node and npm, and nothing of this project. */

/** How npm reaches its registry, and what every program needs. Settings of this project, which `npm run` puts there too, are left out. */
const KEPT = /^(HOME|LANG|TMPDIR|NODE_EXTRA_CA_CERTS|(http|https|no)_proxy|npm_config_(registry|cafile|userconfig|globalconfig|cache))$/i;
const OF_PACKAGES = /node_modules|node-gyp-bin/;

/** Its Node is the one outside of node_modules: the oldest that is supported, where the tests are run as CONTRIBUTING.md says. */
export function userEnv(more: Record<string, string> = {}): Record<string, string> {
  const kept = Object.entries(process.env).flatMap(([name, value]) => (KEPT.test(name) && value !== undefined ? [[name, value]] : []));
  const path = (process.env.PATH ?? "").split(":").filter((entry) => !OF_PACKAGES.test(entry));
  return { ...Object.fromEntries(kept), PATH: path.join(":"), ...more };
}
