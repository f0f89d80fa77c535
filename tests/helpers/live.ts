import type { ChangeEvent } from "~/realtime/events";
import { inProcessPublisher } from "~/realtime/in-process-publisher.server";
import { companyRoom, setPublisher } from "~/realtime/publisher.server";

/**
 * Hears what is published, in place of the socket: the way over it has a test of its own. End it with
 * `setPublisher(undefined)`.
 */
export function recordChanges(hear: (event: ChangeEvent, room: string, except: string | undefined) => void): void {
  const publisher = inProcessPublisher();
  publisher.listen((message) => {
    if (message.kind === "change") hear(message.event, companyRoom(message.companyId), message.except);
  });
  setPublisher(publisher);
}
