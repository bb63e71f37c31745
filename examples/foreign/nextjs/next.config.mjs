export default {
  serverExternalPackages: ['@svc/client'],
};
