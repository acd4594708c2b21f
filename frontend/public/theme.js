// Runs before the first paint, so that the page never flashes in the other theme. It is a file of its own, because the
// content security policy allows no inline script. src/lib/theme.ts takes over once the app runs.
(function () {
  var root = document.documentElement;
  var dark = matchMedia('(prefers-color-scheme: dark)');

  function apply() {
    var theme = null;
    try {
      theme = localStorage.getItem('theme');
    } catch {
      // Storage may be forbidden; the default stands.
    }
    var isDark = theme === 'dark' || (theme === 'system' && dark.matches);
    root.dataset.theme = isDark ? 'dark' : 'light';
  }

  apply();
  dark.addEventListener('change', function () {
    // As in src/lib/theme.ts: all colours change in one frame.
    root.classList.add('still');
    apply();
    void root.offsetHeight;
    root.classList.remove('still');
  });

  // Libraries that add a <style> need the nonce of this answer. The browser hides the attribute from selectors, not the property.
  var meta = document.querySelector('meta[property="csp-nonce"]');
  if (meta && meta.nonce) window.__nonce__ = meta.nonce;
})();
