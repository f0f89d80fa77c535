/** What is posted of "Stop A" of the desk, and the times of its visits. */
import type { VisitInput } from "~/features/planning/visit-schemas";
import { type Desk } from "./desk";
import type { Posted } from "../../helpers/forms";
import { visitInput } from "../../helpers/inputs";

export const input = (part: Posted = {}): VisitInput =>
  visitInput({
    name: "Stop A",
    address: "Vaduz",
    lat: "47.15",
    lng: "9.52",
    startTime: "08:00",
    endTime: "20:00",
    serviceTime: "5",
    ...part,
  });

export const timesOf = async (desk: Desk, ids: readonly number[]) =>
  Promise.all(ids.map(async (id) => (await desk.visit(id)).arrival_time));
