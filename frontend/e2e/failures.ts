import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { FullConfig, Reporter, TestCase, TestResult } from '@playwright/test/reporter';

/** The number of lines of a message that are shown: the expected and the actual value. */
const LINES = 12;

/** Prints at the very end, in few lines, where each attempt failed, because logs are often cut to their last lines. */
export default class Failures implements Reporter {
  #root = '';
  readonly #failures: string[] = [];

  onBegin(config: FullConfig): void {
    this.#root = config.rootDir;
  }

  onTestEnd(test: TestCase, { status, errors, retry }: TestResult): void {
    if (status === test.expectedStatus || status === 'skipped') return;
    for (const { message = status, location = test.location } of errors) {
      const at = `${relative(this.#root, location.file)}:${location.line}`;
      const said = stripVTControlCharacters(message)
        .split('\n')
        .filter((line) => line.trim() !== '');
      this.#failures.push(`${test.title} (try ${retry + 1}, ${at})\n    ${said.slice(0, LINES).join('\n    ')}`);
    }
  }

  onEnd(): void {
    for (const failure of this.#failures) console.log(failure);
  }

  printsToStdio(): boolean {
    return false;
  }
}
