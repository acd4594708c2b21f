import { createHash } from 'node:crypto';
import { rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import type { Metrics } from '../eyes/metrics.js';
import { newId } from '../ids.js';
import { jobScope } from '../jobs/jobScope.js';
import type { Logger } from '../logger.js';
import { makeFolder } from '../makeFolder.js';
import { type MailContent, renderHtml, renderText } from './mailContent.js';

export interface MailerOptions {
  /** Unset: each mail becomes a file. */
  smtpUrl: string | undefined;
  from: string;
  /** Where files go: `DATA_DIR/mail`. */
  folder: string;
  brandName: string;
  log: Logger;
  metrics?: Metrics | undefined;
}

/** Sends mails. Throws when the mail could not be handed over; the job that sends it is retried. */
export interface Mailer {
  send: (to: string, content: MailContent) => Promise<void>;
  close: () => void;
}

const TIMEOUT_MS = 20_000;

/**
 * The id of a mail that a job sends is the job's: where a worker is killed between the mail server's taking it and our
 * knowing, it is sent again, and mail servers and programs know it for the same.
 */
function messageIdOf(from: string, to: string): { messageId?: string } {
  const job = jobScope.getStore();
  if (!job) return {};
  const hash = createHash('sha256').update(`${job.id} ${new Date(job.created_at).toISOString()} ${to}`);
  const host = /@([^\s<>]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';
  return { messageId: `<${hash.digest('hex').slice(0, 32)}@${host}>` };
}

/** Lines of a mail have at most 998 bytes (RFC 5322). */
const LINE_BYTES = 998;
/** As many characters never take more bytes than a line has. */
const LONG_LINE = /.{1,240}(?: |$)|.{1,240}/gu;

/**
 * The text part as it is read, without quoted-printable: people open the files at a terminal, where `=3D` and broken lines
 * would spoil a link. Mail servers get text beyond ASCII encoded, as not all of them take eight bits.
 */
function textPart(text: string, isFile: boolean): { raw: string } | { contentType: string; content: string } {
  const lines = text
    .split('\n')
    .flatMap((line) => (Buffer.byteLength(line) <= LINE_BYTES ? line : line.match(LONG_LINE)));
  const contentType = 'text/plain; charset=utf-8';
  const isAscii = /^[\n -~]*$/.test(text);
  if (!isAscii && !isFile) return { contentType, content: text };
  const headers = [`Content-Type: ${contentType}`, `Content-Transfer-Encoding: ${isAscii ? '7bit' : '8bit'}`];
  return { raw: [...headers, '', ...lines].join('\r\n') };
}

/** Mail over SMTP, or as `.eml` files that a mail program opens. */
export function createMailer({ smtpUrl, from, folder, brandName, log, metrics }: MailerOptions): Mailer {
  const transport = smtpUrl
    ? createTransport({
        url: smtpUrl,
        connectionTimeout: TIMEOUT_MS,
        greetingTimeout: TIMEOUT_MS,
        socketTimeout: TIMEOUT_MS,
      })
    : createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  return {
    send: async (to, content) => {
      const message = {
        from,
        to,
        ...messageIdOf(from, to),
        subject: content.subject,
        alternatives: [
          textPart(renderText(content, brandName), smtpUrl === undefined),
          { contentType: 'text/html; charset=utf-8', content: renderHtml(content, brandName) },
        ],
      };
      const info = (await transport.sendMail(message)) as { messageId: string; message?: Buffer };
      if (!smtpUrl && info.message) await keep(folder, info.message);
      metrics?.mails.inc({ outcome: 'sent' });
      log.info(
        { messageId: info.messageId, subject: content.subject },
        smtpUrl ? 'mail sent' : 'mail written to a file',
      );
    },
    close: () => transport.close(),
  };
}

/** Under another name until it is complete, so that nobody reads half a mail. */
async function keep(folder: string, message: Buffer): Promise<void> {
  makeFolder(folder);
  const file = path.join(folder, `${newId()}.eml`);
  await writeFile(`${file}.part`, message, { mode: 0o600 });
  await rename(`${file}.part`, file);
}
