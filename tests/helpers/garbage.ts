import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");

/** Lets go of everything that nothing holds, at once. */
export const collectGarbage = runInNewContext("gc") as () => void;

/** Collects again and again while the work goes on: what only a weak reference holds does not last until its end. */
export async function amongGarbage<T>(work: () => Promise<T>): Promise<T> {
  const collecting = setInterval(collectGarbage, 5);
  try {
    return await work();
  } finally {
    clearInterval(collecting);
  }
}
