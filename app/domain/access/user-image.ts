/** Another one for another picture: browsers keep a picture for a day. @param image the path that it is stored at */
export const imageTag = (image: string): string => image.split("/").at(-1)?.slice(0, 8) ?? "";
