import type { Announcement, Faq } from "#contract/content.ts";

/** The entries of the product's landing page. */
export interface DemoLanding {
  readonly faqs: readonly Omit<Faq, "id">[];
  readonly announcements: readonly Omit<Announcement, "id">[];
}

/** Questions and announcements about the product itself. */
export const landing: DemoLanding = {
  faqs: [
    {
      question: "How long does it take to set up a portal?",
      answer:
        "A few minutes. Sign up, choose a subdomain, create your first board and send the link to your customers. Logo and colours can follow whenever you have them at hand.",
    },
    {
      question: "Do my customers need an account?",
      answer:
        "Not to read. Public boards, the roadmap and the changelog are open to everyone who has the link. To vote or comment, a customer signs up with a name, an e-mail address and a password.",
    },
    {
      question: "Who can see a private board?",
      answer:
        "Only the admins of your company. A private board does not appear in lists, counts, search results or on the public roadmap, and its address answers like a page that does not exist.",
    },
    {
      question: "Can I use my own domain?",
      answer:
        "Yes. Every portal starts with a subdomain. In the domain settings you enter your own, such as feedback.yourcompany.example, and point a CNAME record to the subdomain. It works as soon as the record is found, which can take up to 48 hours.",
    },
    {
      question: "Can somebody vote twice for the same item?",
      answer:
        "No. Each account has one vote per item, and a repeated click changes nothing. What you see beside an item is the number of people behind it.",
    },
  ],
  announcements: [
    {
      title: "Status changes now carry a note",
      content:
        "When you move an item to another status, you can add a sentence or two about the reason. The note appears in the timeline of the item, where everyone who voted for it can read it.",
    },
    {
      title: "Boards in the order you want",
      content:
        "Open Feedback Boards and choose Reorder Boards to drag your boards into place, with the mouse or with the keyboard. The sidebar and the roadmap follow the same order.",
    },
  ],
};
