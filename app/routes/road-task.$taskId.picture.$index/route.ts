import type { LoaderFunctionArgs } from "@remix-run/node";
import { taskPicture } from "~/features/driver/queries/report-tasks.server";
import { TaskPictureParams } from "~/features/driver/schemas";
import { loadPage } from "~/http/page.server";

/** A picture that came with a report that could not be taken. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  return loadPage(request, (session) => {
    const { taskId, index } = TaskPictureParams.parse(params);
    return taskPicture(session, taskId, index, request);
  });
}
