/** What a sign-in with the provider is for. */

/** `token`: of an invitation that the sign-in accepts. `next`: path of the dashboard to go on to. */
export type SignInAsk = { token: string | null; next: string | null };
