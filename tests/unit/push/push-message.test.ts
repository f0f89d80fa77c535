import { createPublicKey, verify } from "node:crypto";
import { describe, expect, it } from "vitest";
import { isPublicAddress } from "~/services/public-network.server";
import { postToPublic } from "~/services/push/public-post.server";
import { encryptPush } from "~/services/push/push-message";
import { VAPID_SEED_BYTES, vapidHeader, vapidKeyOf } from "~/services/push/vapid";
import { browserSubscription } from "../../helpers/push-service";

const bytes = (text: string): Buffer => Buffer.from(text, "base64url");

describe("a push message", () => {
  it("is encrypted as in RFC 8291, section 5", () => {
    const target = {
      endpoint: "https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV",
      p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
      auth: "BTBZMqHH6r4Tts7J_aSIgg",
    };
    const body = encryptPush(target, "When I grow up, I want to be a watermelon", {
      privateKey: bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"),
      salt: bytes("DGv6ra1nlYgDCS1FRnbzlw"),
    });
    expect(body.toString("base64url")).toBe(
      "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml" +
        "mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT" +
        "pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
    );
  });

  it("is read by its browser, and never twice the same", () => {
    const browser = browserSubscription("https://push.example/1");
    const text = JSON.stringify({ title: "Neue Tour für Jörg", body: "" });
    const [first, second] = [encryptPush(browser.target, text), encryptPush(browser.target, text)];
    expect([browser.read(first), browser.read(second)]).toEqual([text, text]);
    expect(first.equals(second)).toBe(false);
    expect(() => browserSubscription("https://push.example/2").read(first)).toThrow();
  });

  it("is refused for a key that is no point of the curve", () => {
    const target = { ...browserSubscription("https://push.example/1").target, p256dh: bytes("").toString("base64url") };
    expect(() => encryptPush(target, "x")).toThrow();
  });
});

describe("who sends", () => {
  const key = vapidKeyOf(Buffer.alloc(VAPID_SEED_BYTES, 7));

  it("is the same for the same seed, and another one for another seed", () => {
    expect(vapidKeyOf(Buffer.alloc(VAPID_SEED_BYTES, 7)).publicKey).toBe(key.publicKey);
    expect(vapidKeyOf(Buffer.alloc(VAPID_SEED_BYTES, 8)).publicKey).not.toBe(key.publicKey);
    expect(bytes(key.publicKey)).toHaveLength(65);
  });

  it.each([0x00, 0xff])("has a key that is one, from the seed of %d alone", (byte) => {
    expect(bytes(vapidKeyOf(Buffer.alloc(VAPID_SEED_BYTES, byte)).publicKey)[0]).toBe(4);
  });

  it("is proved to the push service, and to no other", () => {
    const header = vapidHeader(key, "https://push.example:8443/send/abc?d=1", "mailto:a@b.example", 1_800_000_000);
    const [, head = "", claims = "", signature = "", k] = /^vapid t=([^.]+)\.([^.]+)\.([^,]+), k=(.+)$/.exec(header)!;
    const read = (part: string): unknown => JSON.parse(bytes(part).toString());
    expect(read(head)).toEqual({ typ: "JWT", alg: "ES256" });
    expect(read(claims)).toEqual({
      aud: "https://push.example:8443",
      exp: 1_800_000_000 + 12 * 3600,
      sub: "mailto:a@b.example",
    });
    expect(k).toBe(key.publicKey);
    const point = bytes(k!);
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString("base64url"));
    const publicKey = createPublicKey({ key: { kty: "EC", crv: "P-256", x: x!, y: y! }, format: "jwk" });
    const signed = Buffer.from(`${head}.${claims}`);
    expect(verify("sha256", signed, { key: publicKey, dsaEncoding: "ieee-p1363" }, bytes(signature))).toBe(true);
  });
});

describe("where it may be sent", () => {
  it.each([
    "0.0.0.0",
    "10.1.2.3",
    "100.64.0.1",
    "127.0.0.1",
    "169.254.169.254",
    "172.31.255.255",
    "192.168.1.1",
    "224.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::ffff:10.0.0.1",
    "64:ff9b::a00:1",
    "fe80::1",
    "fd12:3456::1",
    "ff02::1",
    "2001:db8::1",
    "2002:a00:1::",
    "localhost",
    "",
  ])("is not %s", (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each(["8.8.8.8", "172.32.0.1", "142.250.1.1", "2a00:1450:4001::200a", "2606:4700::1111"])("is %s", (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    "http://push.example/",
    "https://127.0.0.1/",
    "https://[::1]/",
    "https://2130706433/",
    "https://localhost/",
  ])("refuses %s before anything is sent", async (url) => {
    await expect(postToPublic(new URL(url), {}, Buffer.from("x"))).rejects.toThrow("is not on the internet.");
  });
});
