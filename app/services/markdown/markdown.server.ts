import MarkdownIt from "markdown-it";
import { absolute } from "~/paths";

/** Where links may lead: pages of this site, other sites, a mail, a phone call. */
const LINK = /^(?:https?:\/\/|mailto:|tel:|\/(?!\/)|#)/i;
/** By the number of signs: the page's own title is h1, and people begin with one sign or with two. */
const HEADINGS = ["h2", "h2", "h3"] as const;

/**
 * Nothing is on at first: what no rule below names is text and is escaped, HTML and pictures included.
 */
const markdown = new MarkdownIt("zero", { html: false, breaks: false, linkify: false });
markdown
  .enable(["paragraph", "heading", "list", "blockquote", "hr"])
  .enable(["newline", "escape", "emphasis", "balance_pairs", "link", "autolink", "backticks"]);
markdown.validateLink = (address) => LINK.test(address.trim());

const open = markdown.renderer.rules;
for (const name of ["heading_open", "heading_close"] as const)
  open[name] = (tokens, index, options, _env, renderer) => {
    const token = tokens[index];
    if (token === undefined) return "";
    token.tag = HEADINGS[Number(token.tag.slice(1)) - 1] ?? "h4";
    return renderer.renderToken(tokens, index, options);
  };
open.link_open = (tokens, index, options, _env, renderer) => {
  const token = tokens[index];
  const address = String(token?.attrGet("href") ?? "");
  // '/terms' is a page of this site, whatever lies before it in addresses.
  if (address.startsWith("/")) token?.attrSet("href", absolute(address));
  else if (/^http/i.test(address)) token?.attrSet("rel", "noopener noreferrer nofollow");
  return renderer.renderToken(tokens, index, options);
};

/**
 * Headings, paragraphs, lists, quotes, lines, emphasis, code and links; everything else is shown as it was typed.
 * @returns HTML in which every text is escaped and every link is one of `LINK`
 */
export const renderMarkdown = (text: string): string => markdown.render(text);
