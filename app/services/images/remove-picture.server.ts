import { services } from "../container.server";
import { miniatureKeys } from "./miniature";

/** Removes a stored picture with what was made from it. Call it after the commit that lets go of it. */
export async function removePicture(key: string): Promise<void> {
  for (const one of [key, ...miniatureKeys(key)]) await services().storage.remove(one);
}
