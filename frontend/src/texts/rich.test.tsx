import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { rich } from './rich';

const html = (message: string, values: Record<string, unknown> = {}) =>
  render(<p>{rich({ id: 'a', message, values }, { link: <a href="/x">?</a>, name: <b>Ada</b> })}</p>).container
    .innerHTML;

test('puts elements around the words of a sentence, and in it', () => {
  expect(html('Hi <name/>! <link>Sign up</link> or <link>sign in</link>.')).toBe(
    '<p>Hi <b>Ada</b>! <a href="/x">Sign up</a> or <a href="/x">sign in</a>.</p>',
  );
});

test('shows what a person has written as it is', () => {
  expect(html('{title}: <name/>', { title: 'Use <br/> & <i>' })).toBe(
    '<p>Use &lt;br/&gt; &amp; &lt;i&gt;: <b>Ada</b></p>',
  );
});
