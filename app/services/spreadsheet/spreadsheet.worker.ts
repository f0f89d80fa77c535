import { readFile } from "node:fs/promises";
import { childTask } from "../child/child-task";
import type { SendPart } from "../child/child-task";
import { convertFile } from "./convert";
import type { ConvertAnswer, ConvertTask } from "./workbook";

async function convert({ path, fileName, target }: ConvertTask, send: SendPart<ConvertAnswer>): Promise<void> {
  await send(convertFile(await readFile(path), fileName, target));
}

childTask(convert);
