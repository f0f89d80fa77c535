import type { JobInput } from "~/domain/calculation/job-format";
import type { FormatTask } from "../calculation-messages";
import type { FormatTools } from "./format-tools";
import { solveRoutific } from "./routific";
import { solveVroom } from "./vroom";

/** A problem in another product's format, from its stored request to the text of its answer. */
export async function solveFormat({ format, input }: FormatTask, tools: FormatTools): Promise<string> {
  const job = JSON.parse(input) as JobInput;
  const answer = format === "vroom" ? await solveVroom(job, tools) : await solveRoutific(job, format, tools);
  return JSON.stringify(answer);
}
