/** How recipients reach the company: on the pages of their links, and by answering its mails. */

export interface Contact {
  company: string;
  phone: string;
  email: string;
}

/**
 * Who it is from, and how to reach them.
 * @param isShown whether the company lets recipients know its phone and e-mail
 * @param isMembersEmail whether somebody of the team signs in with its e-mail: that is nobody else's business
 */
export const contactOf = (
  company: { title: string; phone: string | null; email: string | null },
  isShown: boolean,
  isMembersEmail: boolean,
): Contact => ({
  company: company.title,
  phone: isShown ? (company.phone ?? "") : "",
  email: isShown && !isMembersEmail ? (company.email ?? "") : "",
});
