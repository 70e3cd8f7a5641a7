def page(comparison, version):
    return ""
