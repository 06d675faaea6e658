/** Names of the lists of phrases that `src/results` reads. */
export const RESULTS_LISTS = ["conjunctions_of_options"] as const;
