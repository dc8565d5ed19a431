//! What a scope looks like: the few classes that a token can have, and which of the thousands of scopes of grammars gets
//! which.

/// The class of a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Class {
    Keyword,
    String,
    Escape,
    Number,
    Comment,
    Function,
    Type,
    Builtin,
    Attribute,
    Markup,
    Variable,
    Operator,
    Inserted,
    Deleted,
}

impl Class {
    /// Its name in the HTML.
    pub(super) fn letter(self) -> char {
        match self {
            Self::Keyword => 'k',
            Self::String => 's',
            Self::Escape => 'e',
            Self::Number => 'n',
            Self::Comment => 'c',
            Self::Function => 'f',
            Self::Type => 't',
            Self::Builtin => 'b',
            Self::Attribute => 'a',
            Self::Markup => 'm',
            Self::Variable => 'v',
            Self::Operator => 'o',
            Self::Inserted => 'i',
            Self::Deleted => 'd',
        }
    }
}

/// What a scope does to the text in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Style {
    /// Nothing: the scope around it decides.
    Through,
    /// It makes the text plain again: code inside a string.
    Plain,
    /// It makes the text a key: a string in it is one as well.
    Key,
    /// It gives the text a class.
    Token(Class),
}

impl Style {
    /// The style of text in this style that is also in an inner one.
    pub(super) fn with(self, inner: Self) -> Self {
        match (self, inner) {
            (outer, Self::Through) | (outer @ Self::Key, Self::Token(Class::String)) => outer,
            (_, inner) => inner,
        }
    }

    /// The class that the text gets.
    pub(super) fn class(self) -> Option<Class> {
        match self {
            Self::Through | Self::Plain => None,
            Self::Key => Some(Class::Markup),
            Self::Token(class) => Some(class),
        }
    }

    /// The style of a scope such as `keyword.control.rust`: that of the longest beginning that the table knows.
    pub(super) fn of(scope: &str) -> Self {
        let is_variable = starts(scope, "variable.other") || starts(scope, "variable.parameter");
        if is_variable && is_sigil_language(scope) && !starts(scope, "variable.parameter.option") {
            return Self::Token(Class::Variable);
        }
        STYLES
            .iter()
            .filter(|(beginning, _)| starts(scope, beginning))
            .max_by_key(|(beginning, _)| beginning.len())
            .map_or(Self::Through, |&(_, style)| style)
    }
}

/// Whether a scope is `beginning` or more particular than it.
fn starts(scope: &str, beginning: &str) -> bool {
    scope.strip_prefix(beginning).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// Whether the scope is of a language that marks its variables with a sign, so that readers expect them to stand out.
fn is_sigil_language(scope: &str) -> bool {
    const LANGUAGES: [&str; 10] = ["shell", "bash", "fish", "perl", "php", "tcl", "makefile", "scss", "sass", "less"];
    scope.rsplit('.').next().is_some_and(|language| LANGUAGES.contains(&language))
}

/// The styles of scopes, by the beginning of their names.
const STYLES: &[(&str, Style)] = {
    use Class::*;
    use Style::*;
    &[
        ("comment", Token(Comment)),
        ("constant", Token(Number)),
        ("constant.character", Token(String)),
        ("constant.character.entity", Token(Escape)),
        ("constant.character.escape", Token(Escape)),
        ("constant.character.escaped", Token(Escape)),
        ("constant.other.format-spec", Token(Escape)),
        ("constant.other.placeholder", Token(Escape)),
        ("entity.name", Token(Type)),
        ("entity.name.constant", Token(Number)),
        ("entity.name.function", Token(Function)),
        ("entity.name.label", Token(Variable)),
        ("entity.name.macro", Token(Function)),
        ("entity.name.other", Token(Variable)),
        ("entity.name.section", Token(Markup)),
        ("entity.name.table", Token(Markup)),
        ("entity.name.tag", Token(Markup)),
        ("entity.other.attribute-name", Token(Attribute)),
        ("entity.other.document", Token(Comment)),
        ("entity.other.inherited-class", Token(Type)),
        ("keyword", Token(Keyword)),
        ("keyword.operator", Token(Operator)),
        ("markup.deleted", Token(Deleted)),
        ("markup.heading", Token(Markup)),
        ("markup.inserted", Token(Inserted)),
        ("markup.quote", Token(Comment)),
        ("markup.raw", Token(String)),
        ("markup.underline.link", Token(String)),
        ("meta.annotation.rust", Token(Attribute)),
        ("meta.attribute.c++", Token(Attribute)),
        ("meta.diff.header", Token(Markup)),
        ("meta.diff.index", Token(Comment)),
        ("meta.diff.range", Token(Attribute)),
        ("meta.embedded", Plain),
        ("meta.group.expansion", Plain),
        ("meta.header", Token(Markup)),
        ("meta.index.diff", Token(Comment)),
        ("meta.interpolation", Plain),
        ("meta.mapping.key", Key),
        ("meta.object-literal.key", Key),
        ("meta.range", Token(Attribute)),
        ("meta.separator.diff", Token(Comment)),
        ("meta.template.expression", Plain),
        ("punctuation.decorator", Token(Attribute)),
        ("punctuation.definition.annotation", Token(Attribute)),
        ("punctuation.definition.template-expression", Token(Escape)),
        ("punctuation.section.embedded", Token(Escape)),
        ("punctuation.section.expansion.parameter", Token(Variable)),
        ("punctuation.section.interpolation", Token(Escape)),
        ("source", Plain),
        ("storage", Token(Keyword)),
        ("storage.type.c", Token(Type)),
        ("storage.type.c++", Token(Type)),
        ("storage.type.cs", Token(Type)),
        ("storage.type.go", Token(Type)),
        ("storage.type.java", Token(Type)),
        ("storage.type.numeric", Token(Number)),
        ("storage.type.primitive", Token(Type)),
        ("storage.type.proto", Token(Type)),
        ("storage.type.rust", Token(Type)),
        ("storage.type.sql", Token(Type)),
        ("storage.type.string", Token(String)),
        ("string", Token(String)),
        ("support.class", Token(Type)),
        ("support.constant", Token(Number)),
        ("support.function", Token(Builtin)),
        ("support.macro", Token(Builtin)),
        ("support.other", Token(Builtin)),
        ("support.type", Token(Type)),
        ("support.type.property-name", Token(Attribute)),
        ("support.variable", Token(Variable)),
        ("text", Plain),
        ("variable.annotation", Token(Attribute)),
        ("variable.function", Token(Function)),
        ("variable.language", Token(Variable)),
        ("variable.other.constant", Token(Number)),
        ("variable.parameter.option", Token(Attribute)),
    ]
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_beginning_decides() {
        assert_eq!(Style::of("keyword.control.rust"), Style::Token(Class::Keyword));
        assert_eq!(Style::of("keyword.operator.arithmetic.rust"), Style::Token(Class::Operator));
        assert_eq!(Style::of("keywords"), Style::Through);
        assert_eq!(Style::of("punctuation.terminator.rust"), Style::Through);
    }

    #[test]
    fn variables_stand_out_only_where_they_have_a_sign() {
        assert_eq!(Style::of("variable.other.readwrite.shell"), Style::Token(Class::Variable));
        assert_eq!(Style::of("variable.function.shell"), Style::Token(Class::Function));
        assert_eq!(Style::of("variable.other.readwrite.js"), Style::Through);
    }

    #[test]
    fn a_string_that_is_a_key_stays_a_key_and_its_escapes_do_not() {
        let key = Style::Through.with(Style::of("meta.mapping.key.json"));
        let string = key.with(Style::of("string.quoted.double.json"));
        assert_eq!(string.class(), Some(Class::Markup));
        assert_eq!(string.with(Style::of("constant.character.escape.json")).class(), Some(Class::Escape));
    }

    #[test]
    fn code_inside_a_string_is_plain() {
        let string = Style::Through.with(Style::of("string.quoted.double.python"));
        assert_eq!(string.with(Style::of("source.python.embedded")).class(), None);
        assert_eq!(string.with(Style::of("punctuation.definition.string.end.python")).class(), Some(Class::String));
    }
}
