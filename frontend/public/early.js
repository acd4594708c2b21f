// Runs before the first paint. A separate file, because the content security policy allows no inline script.
(function () {
  function kept(name) {
    try {
      return localStorage.getItem(name);
    } catch {
      // Storage may be forbidden; then the default applies.
      return null;
    }
  }

  // The same rule as in src/lib/language.ts: the chosen language, or the first of the browser's languages that the app
  // has.
  function language() {
    var chosen = kept('language');
    if (words[chosen]) return chosen;
    var wanted = navigator.languages || [navigator.language];
    for (var at = 0; at < wanted.length; at += 1) {
      if (/^zh-(hant|tw|hk|mo)\b/i.test(wanted[at])) continue;
      var primary = wanted[at].toLowerCase().split('-')[0];
      for (var name in words) if (name.split('-')[0] === primary) return name;
    }
    return 'en';
  }

  // Requests the page's code together with the app's own, not after it. The build inserts the names of the files
  // (vite.config.ts).
  var meta = document.querySelector('meta[name="ahead"]');
  var ahead = meta ? JSON.parse(meta.content) : { inside: {}, outside: {} };
  var token = kept('token');
  var files = ahead[token ? 'inside' : 'outside'];
  var words = ahead.words || {};
  var wordsHere = words[language()] || [];
  (files[location.pathname] || files['*'] || []).forEach(function (file) {
    var link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = '/' + (wordsHere[(words.en || []).indexOf(file)] || file);
    document.head.append(link);
  });

  // Requests `me` while the code loads that would request it. The build inserts what that code will send, and
  // src/sync/client/links.ts uses this answer for exactly the same request.
  if (ahead.me && token) {
    var headers = {
      accept: 'application/graphql-response+json,application/json;q=0.9',
      authorization: 'Bearer ' + token,
      'content-type': 'application/json',
    };
    var device = kept('device');
    if (device) headers['x-device'] = device;
    var answer = fetch('/graphql', {
      method: 'POST',
      headers: headers,
      body: ahead.me,
      signal: AbortSignal.timeout(10000),
    });
    // Then the app requests it again.
    answer.catch(function () {});
    window.__asked__ = { body: ahead.me, authorization: headers.authorization, answer: answer };
  }

  // Sets the theme, so that the page never flashes in the other one; src/lib/theme.ts takes over when the app runs.
  var root = document.documentElement;
  var dark = matchMedia('(prefers-color-scheme: dark)');

  function apply() {
    // Visitors of a shared link have not chosen a theme.
    var theme = kept('theme') || root.dataset.themeUnlessChosen;
    var isDark = theme === 'dark' || (theme === 'system' && dark.matches);
    root.dataset.theme = isDark ? 'dark' : 'light';
    var bar = document.querySelector('meta[name="theme-color"]');
    if (bar) bar.content = isDark ? bar.dataset.dark : bar.dataset.light;
  }

  // A browser that offers to install the app sends this event only once, perhaps before the code that waits for it is
  // loaded (src/sync/persistence/).
  addEventListener('beforeinstallprompt', function (event) {
    event.preventDefault();
    window.__install__ = event;
  });

  apply();
  dark.addEventListener('change', function () {
    // As in src/lib/theme.ts: all colors change in one frame.
    root.classList.add('no-transitions');
    apply();
    void root.offsetHeight;
    root.classList.remove('no-transitions');
  });

  // Libraries that add a <style> need the nonce of this answer. The browser hides the attribute from selectors, not the property.
  var nonce = document.querySelector('meta[property="csp-nonce"]');
  if (nonce && nonce.nonce) window.__nonce__ = nonce.nonce;
})();
