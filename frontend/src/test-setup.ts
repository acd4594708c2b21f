import '@testing-library/jest-dom/vitest';
import { i18n } from '@lingui/core';
import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';
import { setCatalogueLoader } from './lib/words';

// Tests use the English texts in the code.
i18n.loadAndActivate({ locale: 'en', messages: {} });
// Tests have the messages in the code, so there is nothing to load.
setCatalogueLoader(() => Promise.resolve({ messages: {} }));

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});
