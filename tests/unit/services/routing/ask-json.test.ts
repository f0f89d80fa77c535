import { describe, expect, it } from "vitest";
import { askJson } from "~/services/routing/ask-json.server";
import { amongGarbage } from "../../../helpers/garbage";
import { useHttpService } from "../../../helpers/http-service";
import type { Answer } from "../../../helpers/http-service";

const NO_ANSWER: Answer = () => undefined;
const BEGINNING: Answer = (response) => void response.writeHead(200).write('{"code":');

describe("a routing server that keeps its askers waiting", () => {
  const service = useHttpService();
  const server = () => ({ label: "OSRM", variable: "OSRM_URL", baseUrl: service.url, timeoutMs: 100 });

  it.each([
    ["answers nothing", NO_ANSWER],
    ["stops in the middle of its answer", BEGINNING],
  ])("is given up after the limit when it %s", async (_how, answer) => {
    service.answers(answer);
    await expect(amongGarbage(() => askJson(server(), "/table"))).rejects.toMatchObject({
      code: "routing.unreachable",
      message: "OSRM (OSRM_URL) does not answer in 0.1 seconds.",
    });
  });

  it("is asked once by somebody who leaves, and they get their own reason", async () => {
    const caller = new AbortController();
    const left = new Error("left");
    service.answers(() => caller.abort(left));
    const asked = askJson({ ...server(), timeoutMs: 60_000 }, "/table", { signal: caller.signal });
    await expect(amongGarbage(() => asked)).rejects.toBe(left);
    expect(service.asked).toHaveLength(1);
  });
});
