import { createHash } from 'node:crypto';
import { rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import type { Metrics } from '../telemetry/metrics.js';
import { newId } from '../lib/ids.js';
import { jobScope } from '../jobs/jobScope.js';
import type { Logger } from '../telemetry/logger.js';
import { makeFolder } from '../lib/makeFolder.js';
import { type MailContent, renderHtml, renderText } from './mailContent.js';

export interface MailerOptions {
  /** If undefined, each mail is written to a file. */
  smtpUrl: string | undefined;
  from: string;
  /** The folder for mail files: `DATA_DIR/mail`. */
  folder: string;
  brandName: string;
  log: Logger;
  metrics?: Metrics | undefined;
  /** Called with each failure to hand a mail over. */
  onFailure?: (error: unknown) => void;
}

/** The mail server refuses the address for good, so another attempt is useless. */
export class AddressRefused extends Error {}

/** Sends mails. Throws if a mail could not be handed over; the job that sends it is retried, except for `AddressRefused`. */
export interface Mailer {
  send: (to: string, content: MailContent) => Promise<void>;
  close: () => void;
}

const TIMEOUT_MS = 20_000;
/** If the server does not answer, mails are put off for this time: each would wait for the same server, and other jobs for it. */
const PAUSE_MS = 30_000;
const SLOW_FAILURES = new Set(['ETIMEDOUT', 'EDNS']);

/** The mailbox does not exist or accepts no mails. 554 is missing, because it usually refuses the sender. */
const REFUSED = new Set([550, 551, 553, 556]);
/** Enhanced status codes (RFC 3463): no such mailbox or domain; the address is invalid, has moved or is disabled. */
const REFUSED_EXACTLY = new Set(['5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10', '5.2.1']);
const EXACT_STATUS = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/;
/** Words in refusals of the sender. The operator can correct their cause in the settings of a server. */
const IS_ABOUT_SENDER = /relay|sender|policy|block|spam|denied|reject|verif/i;

interface SmtpError extends Error {
  code?: string;
  command?: string;
  responseCode?: number;
  response?: string;
}

const isAddressRefused = ({ command, responseCode = 0, response = '' }: SmtpError): boolean => {
  if (command !== 'RCPT TO' || !REFUSED.has(responseCode)) return false;
  const status = EXACT_STATUS.exec(response)?.[1];
  return status ? REFUSED_EXACTLY.has(status) : !IS_ABOUT_SENDER.test(response);
};

/**
 * Returns a Message-ID derived from the job: if a worker is killed after the server accepted the mail, it is sent again, and
 * mail servers and clients recognize the duplicate. A mail with a renewed link is another one, or they would keep only
 * the mail whose link has ended.
 */
function createMessageId(from: string, to: string, { action }: MailContent): { messageId?: string } {
  const job = jobScope.getStore();
  if (!job) return {};
  const link = action?.isRenewed ? ` ${action.url}` : '';
  const hash = createHash('sha256').update(`${job.id} ${new Date(job.created_at).toISOString()} ${to}${link}`);
  const host = /@([^\s<>]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';
  return { messageId: `<${hash.digest('hex').slice(0, 32)}@${host}>` };
}

/** Splits an unquoted name from the address: a colon in it would make a group of addresses, and parentheses a comment. */
function parseSender(from: string): string | { name: string; address: string } {
  const [, name, address] = /^([^"<]+)<([^<>]+)>$/.exec(from) ?? [];
  return name !== undefined && address !== undefined ? { name: name.trim(), address } : from;
}

/** Ask mail programs for no absence notes (RFC 3834; Exchange has its own header): they would go to MAIL_FROM. */
const UNANSWERED = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' };

/** The maximum line length in bytes (RFC 5322). */
const LINE_BYTES = 998;
/** 240 characters never exceed LINE_BYTES. */
const LONG_LINE = /.{1,240}(?: |$)|.{1,240}/gu;

/**
 * Returns the text part without quoted-printable: people open the files in a terminal, where `=3D` and wrapped lines would
 * break a link. For SMTP, non-ASCII text is encoded, because not all servers accept 8 bits.
 */
function renderTextPart(text: string, isFile: boolean): { raw: string } | { contentType: string; content: string } {
  const lines = text
    .split('\n')
    .flatMap((line) => (Buffer.byteLength(line) <= LINE_BYTES ? line : line.match(LONG_LINE)));
  const contentType = 'text/plain; charset=utf-8';
  const isAscii = /^[\n -~]*$/.test(text);
  if (!isAscii && !isFile) return { contentType, content: text };
  const headers = [`Content-Type: ${contentType}`, `Content-Transfer-Encoding: ${isAscii ? '7bit' : '8bit'}`];
  return { raw: [...headers, '', ...lines].join('\r\n') };
}

/** Sends mail over SMTP, or writes `.eml` files that mail programs open. */
export function createMailer({ smtpUrl, from, folder, brandName, log, metrics, onFailure }: MailerOptions): Mailer {
  const transport = smtpUrl
    ? createTransport({
        url: smtpUrl,
        connectionTimeout: TIMEOUT_MS,
        greetingTimeout: TIMEOUT_MS,
        socketTimeout: TIMEOUT_MS,
      })
    : createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  const sender = parseSender(from);
  let pausedUntil = 0;
  return {
    send: async (to, content) => {
      if (performance.now() < pausedUntil) throw new Error('the mail server did not answer a moment ago');
      const message = {
        from: sender,
        to,
        ...createMessageId(from, to, content),
        subject: content.subject,
        headers: {
          ...UNANSWERED,
          // Mail programs show it next to the sender (RFC 2369).
          ...(content.settingsUrl && { 'List-Unsubscribe': `<${content.settingsUrl}>` }),
        },
        alternatives: [
          renderTextPart(renderText(content, brandName), smtpUrl === undefined),
          { contentType: 'text/html; charset=utf-8', content: renderHtml(content, brandName) },
        ],
      };
      const info = (await transport.sendMail(message).catch((error: SmtpError) => {
        if (SLOW_FAILURES.has(error.code ?? '')) pausedUntil = performance.now() + PAUSE_MS;
        onFailure?.(error);
        throw isAddressRefused(error) ? new AddressRefused(error.message, { cause: error }) : error;
      })) as { messageId: string; message?: Buffer };
      if (!smtpUrl && info.message) await writeMailFile(folder, info.message);
      metrics?.mails.inc({ outcome: 'sent' });
      // Without the subject, which can be the title of a task: a purge does not reach the log.
      log.info({ messageId: info.messageId }, smtpUrl ? 'mail sent' : 'mail written to a file');
    },
    close: () => transport.close(),
  };
}

/** Writes under a temporary name until complete, so that readers never see half a mail. */
async function writeMailFile(folder: string, message: Buffer): Promise<void> {
  makeFolder(folder);
  const file = path.join(folder, `${newId()}.eml`);
  await writeFile(`${file}.part`, message, { mode: 0o600 });
  await rename(`${file}.part`, file);
}
