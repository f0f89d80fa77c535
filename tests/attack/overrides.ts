/** Headers by which some servers take a GET for another method. */
export const METHOD_OVERRIDES: readonly Record<string, string>[] = [
  { "X-HTTP-Method-Override": "POST" },
  { "X-HTTP-Method": "POST" },
  { "X-Method-Override": "POST" },
];
