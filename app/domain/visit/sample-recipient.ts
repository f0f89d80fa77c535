/** Recipients of the sample day are made up: whatever a company has switched on, nothing is sent to them. */
export const sampleEmail = (number: number): string => `recipient-${number}@example.com`;

export const isSampleEmail = (email: string): boolean => /^recipient-\d+@example\.com$/i.test(email.trim());
