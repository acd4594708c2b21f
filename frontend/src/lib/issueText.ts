import type { BaseIssue } from 'valibot';
import { reasonOf } from '@contract/reasonOf';
import { LANGUAGE } from '../language/language';
import { reasonText } from './reasonWords';

/** Returns why a value breaks a rule of the contract, in the app's language. Raw checks are the forms' own, and translated. */
export const issueText = (issue: BaseIssue<unknown>): string =>
  LANGUAGE === 'en' || issue.type === 'raw_check' ? issue.message : reasonText(reasonOf(issue), issue.message);
