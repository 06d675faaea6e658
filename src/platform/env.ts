/** Reads environment variables. An invalid one throws ConfigError: one line with the variable, the reason and the allowed values. */

export class ConfigError extends Error {
  constructor(variable: string, why: string) {
    super(`${variable}: ${why}`);
    this.name = "ConfigError";
  }
}

export type Env = Record<string, string | undefined>;

/** Environment for a process that we start: our own variables, with these defaults. */
export const inherited = (defaults: Env): Env => ({ ...defaults, ...process.env });

/** Null when unset or blank. */
export const text = (env: Env, name: string): string | null => {
  const value = env[name]?.trim();
  return value ? value : null;
};

export function integer(env: Env, name: string, fallback: number, min: number, max: number): number {
  const value = text(env, name);
  if (value === null) return fallback;
  if (!/^\d+$/.test(value) || Number(value) < min || Number(value) > max)
    throw new ConfigError(name, `\`${value}\` is not allowed; give a whole number from ${min} to ${max}.`);
  return Number(value);
}

/** Null when unset. */
export function optionalInteger(env: Env, name: string, min: number, max: number): number | null {
  return text(env, name) === null ? null : integer(env, name, min, min, max);
}

/** A list of integers, separated by commas. */
export function integers(env: Env, name: string, fallback: readonly number[], min: number, max: number): readonly number[] {
  const value = text(env, name);
  return value === null ? fallback : value.split(",").map((part) => integer({ [name]: part }, name, min, min, max));
}

export function oneOf<T extends string>(env: Env, name: string, allowed: readonly T[], fallback: T): T {
  const value = text(env, name);
  if (value === null) return fallback;
  const found = allowed.find((option) => option === value);
  if (!found) throw new ConfigError(name, `\`${value}\` is not allowed; give ${allowed.map((option) => `\`${option}\``).join(" or ")}.`);
  return found;
}

/** US dollars; null when unset. */
export function amount(env: Env, name: string): number | null {
  const value = text(env, name);
  if (value === null) return null;
  if (!/^\d+(\.\d+)?$/.test(value)) throw new ConfigError(name, `\`${value}\` is not allowed; give US dollars, such as 25 or 0.5.`);
  return Number(value);
}
