import type { I18n } from '@lingui/core';

/** A mail's content. The text part and the HTML part are both made from it, so they match. */
export interface MailContent {
  /** The i18n object of the mail's language. */
  i18n: Pick<I18n, 'locale'>;
  subject: string;
  heading: string;
  paragraphs: string[];
  /** Items below the paragraphs, each with a link. */
  items?: { title: string; note: string; url: string }[];
  /** A note that there are more items: 'and 7 more'. */
  more?: string | undefined;
  /** The mail's one button. `isRenewed`: when the mail is sent again, it has another link, and the former one ends. */
  action?: { label: string; url: string; isRenewed?: true };
  /** Why this mail was sent, in small print. */
  reason: string;
  /** The page that turns such mails off; undefined if a preference does not matter. */
  settingsUrl?: string;
}

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Renders the plain text part, with each link on its own line. */
export function renderText(
  { heading, paragraphs, items, more, action, reason, settingsUrl }: MailContent,
  brandName: string,
): string {
  const parts = [
    heading,
    ...paragraphs,
    ...(items ?? []).map(({ title, note, url }) => `- ${title}\n  ${note}\n  ${url}`),
    ...(more ? [more] : []),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    [`-- \n${brandName}. ${reason}`, ...(settingsUrl ? [settingsUrl] : [])].join('\n'),
  ];
  return `${parts.join('\n\n')}\n`;
}

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
/** Titles and comments can contain long links, which would make the mail wider than a phone. Some mail programs know only one of the two. */
const BREAK = 'overflow-wrap:anywhere;word-break:break-word';
const INK = '#23221f';
const QUIET = '#6b6962';
const ACCENT = '#1f5d49';

/** Renders the HTML part: one column, inline styles only, readable without images. */
export function renderHtml(
  { i18n, heading, paragraphs, items, more, action, reason, settingsUrl }: MailContent,
  brandName: string,
): string {
  const text = paragraphs.map((p) => `<p style="margin:0 0 16px;font-size:15px;line-height:1.5">${escape(p)}</p>`);
  const list = (items ?? []).map(
    ({ title, note, url }) =>
      `<p style="margin:0 0 12px;font-size:15px;line-height:1.4"><a href="${escape(url)}" style="color:${ACCENT};font-weight:600;text-decoration:none">${escape(title)}</a><br><span style="color:${QUIET};font-size:13px">${escape(note)}</span></p>`,
  );
  const rest = more ? [`<p style="margin:0 0 12px;font-size:13px;color:${QUIET}">${escape(more)}</p>`] : [];
  const button = action
    ? `<p style="margin:24px 0"><a href="${escape(action.url)}" style="display:inline-block;padding:10px 18px;border-radius:6px;background:${ACCENT};color:#ffffff;font-size:15px;font-weight:600;text-decoration:none">${escape(action.label)}</a></p>`
    : '';
  const print = settingsUrl
    ? `<a href="${escape(settingsUrl)}" style="color:${QUIET}">${escape(reason)}</a>`
    : escape(reason);
  return `<!doctype html><html lang="${i18n.locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(heading)}</title></head>
<body style="margin:0;background:#f3f2ef;${FONT};color:${INK}"><div style="max-width:560px;margin:0 auto;padding:32px 16px">
<div style="background:#ffffff;border:1px solid #e3e1dc;border-radius:10px;padding:28px;${BREAK}">
<p style="margin:0 0 20px;font-size:14px;font-weight:600;color:${ACCENT}">${escape(brandName)}</p>
<h1 style="margin:0 0 16px;font-size:20px;line-height:1.3">${escape(heading)}</h1>
${[...text, ...list, ...rest].join('\n')}
${button}
</div><p style="margin:16px 8px;font-size:12px;line-height:1.5;color:${QUIET}">${print}</p></div></body></html>
`;
}
