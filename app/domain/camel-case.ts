/** Names of columns and of forms' fields as those of records: 'park_location_lat' is 'parkLocationLat'. */
export const camelCase = (name: string): string =>
  name.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());
