/** What changes in a picture's address with the picture: browsers keep pictures for a day. @param key in the storage */
export const imageTag = (key: string | null): string => key?.split("/").at(-1)?.slice(0, 8) ?? "";
