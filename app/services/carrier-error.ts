/**
 * What a carrier of mails or text messages said, or that it said nothing, in words that dispatchers may read. All other
 * errors are about the program or the machine, and their words are for the log alone.
 */
export class CarrierError extends Error {}
