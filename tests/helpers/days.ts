/** The date so many days from now, UTC; days that are over can't be planned. */
export const dayIn = (days: number): string => new Date(Date.now() + days * 24 * 3600_000).toISOString().slice(0, 10);
