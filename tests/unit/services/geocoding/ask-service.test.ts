import { describe, expect, it } from "vitest";
import { z } from "zod";
import { askService } from "~/services/geocoding/ask-service.server";
import { amongGarbage } from "../../../helpers/garbage";
import { useHttpService } from "../../../helpers/http-service";

describe("a service that answers nothing", () => {
  const server = useHttpService();

  it("is given up after the limit, whatever garbage is collected meanwhile", async () => {
    server.answers(() => undefined);
    const service = { name: "Nominatim", setting: "NOMINATIM_URL", pauseMs: 1, timeoutMs: 50 };
    const question = { url: server.url, signal: new AbortController().signal };
    await expect(amongGarbage(() => askService(service, question, z.unknown()))).rejects.toMatchObject({
      code: "geocoding.away",
      cause: { name: "TimeoutError" },
    });
  });
});
