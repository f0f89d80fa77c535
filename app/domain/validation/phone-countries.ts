/** ISO 3166 alpha-2 of the countries left out of the choice of a phone's country (specification, section 5). */
export const EXCLUDED_PHONE_COUNTRIES: readonly string[] = "AF AZ BY CN CU IR IQ KZ KG PK RU TJ UZ KP".split(" ");

export const PHONE_REQUIRED = "Phone is require";
export const PHONE_NOT_VALID = "Phone is not valid";
export const ENTER_VALID_PHONE = "Please enter a valid phone number";
