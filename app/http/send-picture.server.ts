import { IMAGE_TYPES, storedImageType } from "~/domain/validation/image-type";
import { notFound } from "~/lib/errors";
import { services } from "~/services/container.server";
import { sendStored } from "./send-stored.server";

/** Profile photos are shown this small (specification, section 9); twice that for fine screens. */
const BOX_PX = 200;

/**
 * The picture of a person or a company, made small.
 * @param image key in the storage; null: there is none, or none that may be seen
 * @throws AppError 404
 */
export async function sendPicture(request: Request, image: string | null, name: string): Promise<Response> {
  const type = image === null ? null : storedImageType(image);
  if (image === null || type === null || !IMAGE_TYPES[type].shown) throw notFound("Image");
  const small = await services().miniatures.of(image, BOX_PX);
  return sendStored(request, {
    key: small ?? image,
    contentType: small === null ? IMAGE_TYPES[type].contentType : "image/webp",
    disposition: `inline; filename="${name}.${small === null ? type : "webp"}"`,
  });
}
