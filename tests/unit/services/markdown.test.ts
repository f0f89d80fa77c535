import { describe, expect, it } from "vitest";
import { renderMarkdown } from "~/services/markdown/markdown.server";

describe("Markdown of public pages", () => {
  it("knows headings, lists, quotes, emphasis, code and links", () => {
    const html = renderMarkdown(
      [
        "## One",
        "### Two",
        "",
        "A *b* **c** `d`  ",
        "e",
        "",
        "# z",
        "",
        "- f",
        "- g",
        "",
        "1. h",
        "",
        "> i",
        "",
        "---",
      ].join("\n"),
    );
    for (const part of [
      "<h2>One</h2>",
      "<h3>Two</h3>",
      "<h2>z</h2>",
      "<em>b</em>",
      "<strong>c</strong>",
      "<code>d</code>",
      "<br",
    ])
      expect(html).toContain(part);
    for (const part of ["<ul>", "<ol>", "<blockquote>", "<hr"]) expect(html).toContain(part);
  });

  it("leads to pages of this site, other sites, mails and phones, and nowhere else", () => {
    const html = renderMarkdown(
      "[a](/terms) [b](https://x.example/?a=1&b=2) [c](mailto:a@x.example) [d](tel:+4231) <https://y.example>",
    );
    expect(html).toContain('<a href="/platform/terms">a</a>');
    expect(html).toContain('<a href="https://x.example/?a=1&amp;b=2" rel="noopener noreferrer nofollow">b</a>');
    expect(html).toContain('<a href="mailto:a@x.example">c</a>');
    expect(html).toContain('<a href="tel:+4231">d</a>');
    expect(html).toContain('<a href="https://y.example" rel="noopener noreferrer nofollow">https://y.example</a>');
  });

  it.each([
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<a href='javascript:alert(1)'>x</a>",
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    "[x](&#106;avascript:alert(1))",
    "[x](java\nscript:alert(1))",
    "[x](data:text/html;base64,PHN2Zz4=)",
    "[x](vbscript:x)",
    "[x](//evil.example)",
    "[x](file:///etc/passwd)",
    '[x](https://x.example/"onmouseover="alert(1))',
    '[x](https://x.example "t\\" onclick=\\"alert(1)")',
    "![x](https://x.example/p.png)",
    '![x](x"onerror=alert(1))',
    "<javascript:alert(1)>",
    "`<b>`",
    "# <svg onload=alert(1)>",
    "```\n<script>\n```",
    "[x]: javascript:alert(1)\n\n[x]",
    "a | b\n--|--\n<i>",
  ])("%s runs nothing, and brings no tag or attribute of its own", (text) => {
    const html = renderMarkdown(text);
    expect(
      html.replaceAll(/<\/?(?:p|h\d|em|strong|code|a|br|ul|li|pre|hr)(?: (?:href|rel|title)="[^"<>]*")*\s*\/?>/g, ""),
    ).not.toMatch(/[<>]/);
    expect(html).not.toMatch(/href="(?!https:\/\/x\.example)/);
  });
});
