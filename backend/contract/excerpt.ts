import { fitText } from './graphemes.js';
import { LIMITS } from './limits.js';
import { plainText } from './plainText.js';

/** Only this beginning of a description is read, so that the cost of an excerpt does not grow with the text. */
const READ = 5 * LIMITS.taskExcerptMax;

/** Returns the beginning of a description for lists, on one line and without Markdown marks. */
export const excerptTask = ({ description }: { description: string }): string =>
  fitText(plainText(fitText(description, READ)).replace(/\s+/g, ' ').trim(), LIMITS.taskExcerptMax).trimEnd();
